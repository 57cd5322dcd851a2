/** A browser that subscribed at the push service, with what only the browser knows. Keys are base64url. */
export type PushSubscriber = {
  id: string
  network: 'push'
  account: string
  created_at: number
  parent?: string
  /** Of the one that may send. */
  application_key: string
  private_key: string
  auth: string
  state: 'active' | 'gone'
  /** What its next messages are answered with. */
  answers: number[]
}

/** A message that the push service took, decrypted; `account` is the browser. `ttl` in seconds. */
export type PushMessage = {
  id: string
  network: 'push'
  account: string
  created_at: number
  parent?: string
  text: string
  ttl: number
  urgency: string
  topic: string | null
}
