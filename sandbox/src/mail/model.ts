/** A mail that came in, once for each address it was sent to. `account` is that address, lower-cased; `network` is none of the four. */
export type Mail = {
  id: string
  network: 'mail'
  account: string
  created_at: number
  parent?: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** Every header line as it came, in its order. */
  headers: { name: string; value: string }[]
}
