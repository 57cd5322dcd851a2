/** How many characters each text of a report may have. */
export const REPORT_TEXT_MAX = 5000

/** Addresses of people outside the project to which a report is sent at a time. */
export const REPORT_ADDRESSES_MAX = 20
