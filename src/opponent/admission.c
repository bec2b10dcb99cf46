#include "opponent/admission.h"

#include "base/clock.h"
#include "opponent/scratch.h"
#include "opponent/syscall_filter.h"
#include "opponent/usage.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    ON_THE_WAY_US = 5000,     /* of its own time: far more than opening a file takes */
    UNKNOWN_WAY_US = 1000000, /* by the clock, where nobody tells the former */
};

/* ---- handing over ------------------------------------------------------------------------------
 */

typedef union {
    char           bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
} Control;

static bool send_descriptor(int socket, int descriptor)
{
    char          byte = 0;
    struct iovec  piece = {.iov_base = &byte, .iov_len = 1};
    Control       control = {{0}};
    struct msghdr message = {.msg_iov = &piece,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    control.align = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
    memcpy(CMSG_DATA(&control.align), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

bool admission_begin(int socket)
{
    int  listener = socket >= 0 ? syscall_filter_ask() : -1;
    bool ok = listener < 0 || send_descriptor(socket, listener);
    if (listener >= 0)
        close(listener); /* whoever holds it could answer itself */
    return ok;
}

int admission_receive(int socket)
{
    char          byte;
    struct iovec  piece = {.iov_base = &byte, .iov_len = 1};
    Control       control = {{0}};
    struct msghdr message = {.msg_iov = &piece,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    int           listener = -1;
    ssize_t       n;
    while ((n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
        ;
    const struct cmsghdr *head = n == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head != NULL && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(&listener, CMSG_DATA(head), sizeof listener);
    return listener;
}

/* ---- answering ---------------------------------------------------------------------------------
 */

/* Between our answer and the descriptor in its table a thread is on the way: until it asks again,
 * sleeps over something else, has ended, or has run for long enough. */
static bool is_on_the_way(const Admission *admission, int i)
{
    const pid_t thread = admission->askers[i].thread;
    int64_t     ran_us;
    if (!usage_is_running(admission->program, thread))
        return false;
    if (usage_ran(admission->program, thread, &ran_us))
        return ran_us - admission->askers[i].ran_us < ON_THE_WAY_US;
    return clock_now_us() - admission->askers[i].at_us < UNKNOWN_WAY_US;
}

static void forget_asker(Admission *admission, pid_t asking)
{
    int kept = 0;
    for (int i = 0; i < admission->asker_count; i++)
        if (admission->askers[i].thread != asking)
            admission->askers[kept++] = admission->askers[i];
    admission->asker_count = kept;
}

static int count_on_the_way(Admission *admission)
{
    int kept = 0;
    for (int i = 0; i < admission->asker_count; i++)
        if (is_on_the_way(admission, i))
            admission->askers[kept++] = admission->askers[i];
    return admission->asker_count = kept;
}

/* What the folder may have grown to since it was measured: by new names, by what was written
 * anywhere, by files made longer, and by those that are open. */
static bool fits(const Admission *admission, int64_t written)
{
    int64_t most = admission->used + admission->lengthened + written - admission->written +
                   (int64_t)admission->made * SCRATCH_NAME_BYTES +
                   (int64_t)(admission->open + 1) * admission->file_bytes;
    return most <= admission->limit + admission->file_bytes;
}

static void measure(Admission *admission, int waiting, int64_t written)
{
    admission->made = waiting;
    admission->written = written;
    admission->lengthened = 0;
    admission->used = scratch_bytes(admission->folder, admission->limit);
}

/* Reckons with what was let through since the last look; when that is too much, looks which files
 * are still open, and then how large all are. In this order: what is closed meanwhile has its last
 * size when that is measured. */
static bool has_room(Admission *admission, int *waiting)
{
    *waiting = 0;
    if (fits(admission, admission->written) && admission->asker_count < ADMISSION_ASKERS)
        return true;
    *waiting = count_on_the_way(admission);
    admission->open = usage_writable_files(admission->program) + *waiting;
    int64_t written = usage_written(admission->program);
    if (written >= 0 && fits(admission, written))
        return true;
    measure(admission, *waiting, written);
    return fits(admission, written);
}

static bool is_one_of(int call, const int calls[], int count)
{
    for (int i = 0; i < count; i++)
        if (calls[i] == call)
            return true;
    return false;
}

static void let_pass(Admission *admission, const struct seccomp_notif *question)
{
    static const int folders[] = {
#ifdef SYS_mkdir
        SYS_mkdir,
#endif
        SYS_mkdirat};
    const pid_t thread = (pid_t)question->pid;
    int64_t     ran_us = 0;
    usage_ran(admission->program, thread, &ran_us);
    admission->askers[admission->asker_count].thread = thread;
    admission->askers[admission->asker_count].ran_us = ran_us;
    admission->askers[admission->asker_count++].at_us = clock_now_us();
    admission->made++;
    admission->open +=
        !is_one_of(question->data.nr, folders, (int)(sizeof folders / sizeof folders[0]));
}

typedef enum { PASS, REFUSE, WAIT } Verdict;

static Verdict judge(Admission *admission, const struct seccomp_notif *question)
{
    int waiting;
    forget_asker(admission, (pid_t)question->pid);
    if (question->data.nr == SYS_ftruncate) { /* its file is one of those that are open */
        admission->lengthened += (int64_t)question->data.args[1];
        return PASS;
    }
    if (!has_room(admission, &waiting))
        return waiting > 0 && admission->used <= admission->limit ? WAIT : REFUSE;
    if (admission->asker_count == ADMISSION_ASKERS)
        return WAIT;
    let_pass(admission, question);
    return PASS;
}

bool admission_answer(Admission *admission)
{
    struct seccomp_notif *question = (struct seccomp_notif *)(void *)admission->question;
    union { /* larger than today's, as the kernel's may be */
        struct seccomp_notif_resp answer;
        char                      room[ADMISSION_QUESTION_BYTES];
    } out;
    if (!admission->is_waiting) {
        memset(admission->question, 0, sizeof admission->question);
        if (ioctl(admission->listener, SECCOMP_IOCTL_NOTIF_RECV, question) != 0)
            return true;
    }
    Verdict verdict = judge(admission, question);
    admission->is_waiting = verdict == WAIT;
    memset(&out, 0, sizeof out);
    out.answer.id = question->id;
    if (verdict == PASS)
        out.answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else
        out.answer.error = -ENOSPC;
    if (verdict != WAIT)
        ioctl(admission->listener, SECCOMP_IOCTL_NOTIF_SEND, &out);
    return admission->used <= admission->limit;
}
