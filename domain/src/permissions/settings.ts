/** The setting of a project that lets posts go out when the client is late. */
export const LATE_GOES_LIVE = 'bypass-external-approval-when-internal-approved'

/** The setting of a project that names the network whose version is the master content. */
export const MASTER_NETWORK = 'post-master-content-social-network-id'

/** The setting of a project that says in which language its clients are written to. */
export const CLIENT_LANGUAGE = 'client-language'

/** Settings of a project (docs/product/projects.md "Project settings"). Values are text. */
export const projectSettingNames = [
  'single-round-internal-approve',
  MASTER_NETWORK,
  'project-timezone',
  LATE_GOES_LIVE,
  'skip-approval-and-schedule',
  'twitter-approval',
  'approval-link-days',
  'approval-link-code',
  'approval-link-mail-only',
  'approval-deadline-hours',
  'approval-reminder-hours',
  'post-gap-minutes',
  CLIENT_LANGUAGE,
  'link-parameters',
  'link-parameter-sites',
] as const

/** Settings of one person in a project. */
export const memberSettingNames = ['content-manager', 'skip-approval-and-schedule'] as const

/** The settings of a project that clients see: the others show how the agency works internally. */
const clientSettingNames: readonly string[] = [MASTER_NETWORK, 'project-timezone']

/** The settings of a project that this person sees. */
export const settingsShownTo = (settings: readonly Setting[], seesInternalRounds: boolean): Setting[] =>
  settings.filter(({ name }) => seesInternalRounds || clientSettingNames.includes(name))

/** The name of a setting, of a project or of a person in it. */
export type SettingName = (typeof projectSettingNames)[number] | (typeof memberSettingNames)[number]

/** A setting as it is stored: on is the text `true`. Its schema is in projects/model.ts, so that pages need none. */
export type Setting = { name: string; value: string }

/** Reads a setting from a list of name/value pairs. */
export const settingValue = (settings: readonly Setting[], name: SettingName): string | undefined =>
  settings.find(entry => entry.name === name)?.value

/** Whether the setting is on: its value is the text `true`. */
export const isSettingOn = (settings: readonly Setting[], name: SettingName): boolean =>
  settingValue(settings, name) === 'true'
