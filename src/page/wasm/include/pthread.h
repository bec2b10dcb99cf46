/* pthread.h for WebAssembly, where a page gives one thread: locks have nothing to keep apart, and a
 * second thread cannot be begun, which every caller takes as being short of it. */
#pragma once
#include <errno.h>
#include <stdbool.h>

typedef struct {
    char unused;
} pthread_mutex_t;
typedef pthread_mutex_t pthread_cond_t;
typedef int             pthread_t;
typedef bool            pthread_once_t;

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#define PTHREAD_ONCE_INIT false

static inline int pthread_once(pthread_once_t *is_done, void (*run)(void))
{
    if (!*is_done)
        run();
    *is_done = true;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)mutex;
    (void)attributes;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *argument)
{
    (void)thread;
    (void)attributes;
    (void)run;
    (void)argument;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return EINVAL;
}
