import { z } from 'zod'
import { id } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { roles } from '#domain/permissions/table.ts'
import { projectSocial } from '#domain/social-accounts/model.ts'

/** Settings of a project (document 1 section 3 "Project settings"; `twitter-approval` by document 3). Values are text. */
export const projectSettingNames = [
  'single-round-internal-approve',
  'post-master-content-social-network-id',
  'project-timezone',
  'bypass-external-approval-when-internal-approved',
  'skip-approval-and-schedule',
  'twitter-approval',
] as const
/** Settings of one person in a project. */
export const memberSettingNames = ['content-manager', 'skip-approval-and-schedule'] as const
/** The name of a setting, of a project or of a person in it. */
export type SettingName = (typeof projectSettingNames)[number] | (typeof memberSettingNames)[number]

export const setting = z.strictObject({ name: z.string(), value: z.string() })
export type Setting = z.output<typeof setting>

const onOff = z.enum(['true', 'false'])
/** The IANA zones a project may be in (document 3 "Limits"), as `GET /global-options/timezones` answers them. */
export const timezones: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort()

/**
 * Whether a zone exists: those of the list, and their other names, as a browser may call Asia/Calcutta Asia/Kolkata. No bare offset: it
 * knows no summer time.
 */
export const isTimezone = (zone: string): boolean => {
  if (timezones.includes(zone)) return true
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The fields of a project (document 1 section 5; the bounds by section 9). */
export const projectName = z
  .string({ error: 'Project name is required' })
  .trim()
  .min(1, 'Project name is required')
  .normalize('NFC')
  .refine(
    name => name === '' || ([...name].length >= 3 && [...name].length <= 255),
    'Please enter a project name between 3 and 255 characters',
  )
export const projectTimezone = z
  .string({ error: 'Timezone is required' })
  .refine(isTimezone, 'Timezone is required')
/** What each project setting may be; a master content network of `''` is none. */
const projectSettingChange = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('post-master-content-social-network-id'),
    value: z.enum([...socialNetworks, '']),
  }),
  z.strictObject({
    name: z.literal('project-timezone'),
    value: projectTimezone,
  }),
  z.strictObject({
    name: z.enum([
      'single-round-internal-approve',
      'bypass-external-approval-when-internal-approved',
      'skip-approval-and-schedule',
      'twitter-approval',
    ]),
    value: onOff,
  }),
])
/** Settings to change, each named once. */
export const projectSettingsChange = z
  .array(projectSettingChange)
  .min(1)
  .refine(list => new Set(list.map(({ name }) => name)).size === list.length, 'Each setting once')

/** Reads a setting from a list of name/value pairs. */
export const settingValue = (settings: readonly Setting[], name: SettingName): string | undefined =>
  settings.find(entry => entry.name === name)?.value
/** Settings say yes with the text `true`. */
export const isSettingOn = (settings: readonly Setting[], name: SettingName): boolean =>
  settingValue(settings, name) === 'true'

export const projectUser = z.strictObject({
  id,
  name: z.string(),
  /** Empty where the caller, a client, may not see it. */
  email: z.string(),
  role: z.enum(roles),
  avatar_image_link: z.string().nullable(),
  setting: z.array(setting),
})
export type ProjectUser = z.output<typeof projectUser>

/** A project as its own user sees it in `me` and in the rail. `setting` holds the person's settings in it. */
export const ownProject = z.strictObject({
  id,
  name: z.string(),
  agency_id: id,
  logo_image_link: z.string().nullable(),
  timezone: z.string(),
  role: z.enum(roles),
  setting: z.array(setting),
})
export type OwnProject = z.output<typeof ownProject>

export const project = ownProject.extend({
  owner_id: id.nullable(),
  socials: z.array(projectSocial),
  projectUsers: z.array(projectUser),
  settings: z.array(setting),
})
export type Project = z.output<typeof project>
