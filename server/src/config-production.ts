import { type Config, ConfigError } from './config.ts'
import { describeUnknownVariable } from './config-names.ts'

/** Something that production needs to have set. `stopsStart`: without it people would lose something before anybody looks. */
export type MissingSetting = { readonly text: string; readonly remedy: string; readonly stopsStart: boolean }

const missingSetting = (name: string, stopsStart: boolean): MissingSetting => ({
  text: `${name} is not set`,
  remedy: `Set ${name}; docs/guides/configuration.md explains it.`,
  stopsStart,
})

/** What this configuration lacks for production; a laptop needs nothing. */
export const findMissingSettings = (config: Config): readonly MissingSetting[] => {
  if (config.NODE_ENV !== 'production') return []
  const isMissing = (name: 'PUBLIC_URL' | 'DATABASE_URL' | 'TOKEN_KEY' | 'SMTP_URL' | 'MAIL_FROM') =>
    config[name] === undefined
  const needed = [
    ['PUBLIC_URL', true],
    ['SMTP_URL', true],
    // Another machine on the same database would make a key of its own.
    ['TOKEN_KEY', config.DATABASE_URL !== undefined],
    ['DATABASE_URL', false],
    ['MAIL_FROM', false],
  ] as const
  const missing = needed.flatMap(([name, stopsStart]) =>
    isMissing(name) ? [missingSetting(name, stopsStart)] : [],
  )
  if (isMissing('PUBLIC_URL') || config.publicUrl.startsWith('https://')) return missing
  const remedy = 'Put a TLS proxy in front of Galley, and set PUBLIC_URL to its https address.'
  return [{ text: 'PUBLIC_URL is not https', remedy, stopsStart: true }, ...missing]
}

/** @throws ConfigError with all that has to be set before a production starts */
export const requireForProduction = (config: Config): void => {
  const stopping = findMissingSettings(config).filter(({ stopsStart }) => stopsStart)
  if (stopping.length > 0)
    throw new ConfigError(
      [
        'The configuration is not complete for production:',
        ...stopping.flatMap(({ text, remedy }) => [`  ${text}`, `    ${remedy}`]),
        ...config.unknownVariables.map(each => `  ${describeUnknownVariable(each)}`),
      ].join('\n'),
    )
}
