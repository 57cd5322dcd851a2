/**
 * How many projects `me` carries at most (decision 42). Nearly everybody has fewer and gets all of them at once; a hundred logos are
 * already more than a person looks through before they search.
 */
export const PROJECTS_IN_ME = 100

/** How many projects one page of the search has. */
export const PROJECT_PAGE = 30

/** As long as a project's name may be. */
export const PROJECT_SEARCH_MAX = 255
