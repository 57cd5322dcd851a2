import type { LinkHolder } from './model.ts'

/** Whose a link is, after the name of what it opens: `for Emil Park (emil@client.example)`. */
export const holderText = (holder: LinkHolder): string => {
  if (holder.kind === 'several') return 'for several people'
  if (holder.kind === 'maker') return 'copied by hand'
  const { name, email } = holder
  return name === '' ? `for ${email}` : `for ${name} (${email})`
}
