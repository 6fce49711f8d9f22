/** Why a job is aborted when its window closes or loads anew: nobody cancelled it, so what can be gone on with is kept. */
export const windowGone = new DOMException('the window is gone', 'AbortError')
