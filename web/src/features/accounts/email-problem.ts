/** Whether a text can be an email address at all; the server looks closer. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** The texts of document 1 section 5 for an email address. */
export const emailProblem = (text: string): string | undefined =>
  text.trim() === '' ? 'Email is required' : isEmail(text) ? undefined : 'Invalid email'
