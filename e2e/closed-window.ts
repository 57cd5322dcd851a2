/** Playwright's words for a call that comes too late; it exports no class to tell these errors by. */
const closed =
  /Target page, context or browser has been closed|Route is already handled|Request context disposed/

/** Passes over the error of a call to a window that the end of its journey has closed. @throws any other error */
export function expectClosedWindow(error: unknown): void {
  if (!(error instanceof Error && closed.test(error.message))) throw error
}
