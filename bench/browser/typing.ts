import type { Browser } from '@playwright/test'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { runsLine } from '../figures.ts'

/** A post of real length: words, lines, links, hashtags, mentions, emoji of several code points, and a line from right to left. */
const lines = [
  'Slow mornings, strong coffee ☕ and a window seat: our new roastery by the harbor opens this Friday at 8 am.',
  'Bring somebody you like 👩‍👩‍👧 and taste three single origins side by side, roasted the same morning.',
  'Read how we roast: https://harborcoffee.example/journal/how-we-roast?utm_source=social&utm_campaign=opening',
  '',
  '#coffee #roastery #harborcoffee with @harborcoffee and @bluebird.studio 🙌🏽',
  'قهوة طازجة كل صباح, served in the cups that Mia threw by hand (yes, all 240 of them).',
  'What would you like to see on the board next? Tell us below, we read every single answer 👇',
]

/** The beginning of that text, over and over, cut to a length. */
export const textOf = (length: number): string => {
  let text = ''
  for (let index = 0; text.length < length; index += 1) text += `${lines[index % lines.length]}\n`
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, '')}.`
}

type Typing = {
  readonly url: string
  /** The bearer token of somebody who may edit in project 1. */
  readonly token: string
  readonly network: SocialNetwork
  /** How much slower the processor is made: 1 or 4. */
  readonly slower: number
  readonly length: number
  readonly keys?: number
}

const call = async ({ url, token }: Typing, method: string, path: string, body: object) => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
  return ((await response.json()) as { data: unknown }).data
}

/** A draft with that text. @returns its id */
const writePost = async (typing: Typing): Promise<number> => {
  const created = (await call(typing, 'POST', '/posts', {
    project_id: 1,
    social_networks: ['facebook', 'linkedin'],
    type: 'text',
  })) as { post_id: number; post: { post_socials: { id: number; social_network: string }[] } }
  await call(typing, 'PUT', '/postssocials', {
    project_id: 1,
    post_id: created.post_id,
    post_socials: created.post.post_socials.map(({ id }) => ({ id, message: textOf(typing.length) })),
  })
  return created.post_id
}

/** From the key to the frame that shows it: the first message after the next frame was drawn. */
const watchKeys = () => {
  const times: number[] = []
  Object.assign(window, { keyTimes: times })
  window.addEventListener(
    'keydown',
    event => {
      requestAnimationFrame(() => {
        const drawn = new MessageChannel()
        drawn.port1.onmessage = () => times.push(performance.now() - event.timeStamp)
        drawn.port2.postMessage(null)
      })
    },
    { capture: true },
  )
}

/** Words as somebody types them; the spaces end hashtags and words. */
const typed = 'and we saved you a seat by the window #slow mornings @mia says hello '

/** Types at the pace of a person, in the middle of the text. @returns the milliseconds from each key to its paint */
export const typeInto = async (browser: Browser, typing: Typing): Promise<readonly number[]> => {
  const postId = await writePost(typing)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(
    stored => localStorage.setItem('galley-session', stored),
    JSON.stringify({ token: typing.token, expiresAt: Date.now() + 3_000_000 }),
  )
  await context.addInitScript(watchKeys)
  const page = await context.newPage()
  try {
    await page.goto(`${typing.url}/1/manage-post/${typing.network}?postId=${postId}`)
    const editor = page.getByRole('textbox', { name: 'Message on' })
    await editor.click()
    await page.waitForTimeout(1500)
    const devtools = await context.newCDPSession(page)
    if (typing.slower > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: typing.slower })
    const keys = typing.keys ?? 60
    for (let index = 0; index < keys; index += 1) {
      await page.keyboard.press(typed[index % typed.length] ?? ' ')
      await page.waitForTimeout(90 + ((index * 37) % 80))
    }
    await page.waitForFunction(
      count => (window as unknown as { keyTimes: number[] }).keyTimes.length >= count,
      keys,
    )
    return await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  } finally {
    await context.close()
  }
}

const sizes: readonly { readonly length: number; readonly aim: number }[] = [
  { length: 2000, aim: 16 },
  { length: 8000, aim: 16 },
  { length: 28_000, aim: 30 },
]
const slowAim = 50

/** How long a key takes until it is seen, in texts of three lengths, at this machine's speed and four times slower. */
export async function* benchTyping(
  browser: Browser,
  { url, token }: { readonly url: string; readonly token: string },
): AsyncGenerator<string> {
  for (const network of ['linkedin', 'facebook'] as const)
    for (const slower of [1, 4])
      for (const { length, aim } of sizes) {
        const times = await typeInto(browser, { url, token, network, slower, length, keys: 40 })
        const name = `key in ${length / 1000} k characters, ${network}, ${slower}x`
        yield runsLine(name, times, ' ms', { aim: { most: slower === 1 ? aim : slowAim } })
      }
}
