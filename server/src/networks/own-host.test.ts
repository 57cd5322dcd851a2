import { describe, expect, it } from 'vitest'
import { isOwnHost } from './own-host.ts'

describe('An upload URL from a network’s answer', () => {
  const graph = 'https://graph.facebook.com/v25.0'
  it.each([
    ['https://rupload.facebook.com/video-upload/v25.0/123', graph],
    ['https://graph.facebook.com/other', graph],
    ['https://www.linkedin.com/dms-uploads/x', 'https://api.linkedin.com'],
    ['http://127.0.0.1:5190/graph/video-upload/v25.0/1', 'http://localhost:5190/graph/v25.0'],
  ])('is on the network’s own host: %s', (address, base) => expect(isOwnHost(address, base)).toBe(true))

  it.each([
    ['https://rupload.facebook.com.evil.example/x', graph],
    ['https://evilfacebook.com/x', graph],
    ['http://rupload.facebook.com/x', graph],
    ['http://169.254.169.254/latest/meta-data', graph],
    ['http://127.0.0.1:8080/x', graph],
    ['http://10.0.0.1/x', 'http://10.1.0.1/graph'],
    ['no address', graph],
  ])('is not on the network’s own host: %s', (address, base) => expect(isOwnHost(address, base)).toBe(false))
})
