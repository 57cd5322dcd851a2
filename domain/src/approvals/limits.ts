/** Characters of the message of Send to approval or of a request for revision (docs/product/approvals.md "Requesting a revision"). */
export const MESSAGE_MAX = 1000
/** Items of a revision's checklist, and characters of one. */
export const CHECKLIST_MAX = 50
export const CHECKLIST_LABEL_MAX = 255
/** Pictures attached to a request for revision. */
export const REVISION_PICTURES_MAX = 10
/** Versions that one call approves, or whose approvals it undoes. */
export const APPROVED_ROUNDS_MAX = 500
/** Posts in a page of an approval list unless the call says otherwise, and the most that it may ask for. */
export const LIST_PAGE = 30
export const LIST_LIMIT_MAX = 100
/** Characters of the search in an approval list. */
export const LIST_SEARCH_MAX = 255
/** Characters of a question or an answer. */
export const QUESTION_MAX = 255
/** Groups of a client's people that are asked one after the other (docs/product/approvals.md "One after the other"). */
export const STEPS_MAX = 5
