/** Whether a text looks like an email address; the server checks more closely. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Fixed wording (docs/product/accounts.md "Fields"). */
export const emailProblem = (text: string): string | undefined =>
  text.trim() === '' ? 'Email is required' : isEmail(text) ? undefined : 'Invalid email'
