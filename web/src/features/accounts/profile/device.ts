// Ordered from specific to general: many browsers also name the more general ones in their user agent.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const nameIn = (list: typeof browsers, agent: string) => list.find(([sign]) => sign.test(agent))?.[1]

/** Browser and system in plain words: `Chrome on Windows`. Other programs keep the name they give themselves. */
export const deviceOf = (agent: string | null): string => {
  if (agent === null || agent.trim() === '') return 'Unknown device'
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? agent.split(/[\s/]/)[0] ?? agent
}

/** Whether it is a phone or a tablet. */
export const isHandheld = (agent: string | null): boolean => /iPhone|iPad|Android|Mobile/.test(agent ?? '')
