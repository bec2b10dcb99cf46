/* SSS* by other means: windows of width one that come down from above visit the same leaves, when
 * the table forgets nothing. */
static Score S(mtsss)(void *pos, SearchWork *w, int depth)
{
    return S(drive)(pos, SCORE_INF, depth, w);
}
