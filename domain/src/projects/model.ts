import { z } from 'zod'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { clockTime, id, instant } from '#domain/kernel/shapes.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { roles } from '#domain/permissions/table.ts'
import { projectSocial } from '#domain/social-accounts/model.ts'
import { deadlineHours } from './deadline-hours.ts'
import { linkParametersProblem, linkSitesProblem } from './link-parameters.ts'
import { postGapChoices } from './post-gap.ts'
import { projectNameProblem } from './project-name.ts'
import { isReminderHours } from './reminder-hours.ts'
import { type TimeSlot, timeSlotsProblem } from './time-slots.ts'

export const setting: z.ZodType<Setting> = z.strictObject({ name: z.string(), value: z.string() })

const onOff = z.enum(['true', 'false'])

/** Text of one line in which a rule may find a problem. `error`: what is said if there is no text. */
const checkedLine = (problemOf: (text: string) => string | null, error?: string) =>
  z
    .string(error === undefined ? {} : { error })
    .overwrite(oneLine)
    .superRefine((text, context) => {
      const message = problemOf(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

/** The fields of a project; the web app uses the same rules without a schema. */
export const projectName = checkedLine(projectNameProblem, 'Project name is required')

export const projectTimezone = z
  .string({ error: 'Timezone is required' })
  .refine(isTimezone, 'Timezone is required')

/** The possible values of each project setting; a master content network of `''` means none. */
const projectSettingChange = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('post-master-content-social-network-id'),
    value: z.enum([...socialNetworks, '']),
  }),
  z.strictObject({
    name: z.literal('approval-link-days'),
    /** Empty: the usual number (docs/product/approval-links.md "How long it lasts"). */
    value: z.string().regex(/^([1-9]|[1-8]\d|90)?$/, 'Choose 1 to 90 days'),
  }),
  z.strictObject({
    name: z.literal('approval-deadline-hours'),
    /** Empty: the usual number (docs/product/approvals.md "Deadline"). */
    value: z
      .string()
      .regex(/^(\d{1,3})?$/, 'Choose 0 to 336 hours')
      .refine(hours => Number(hours) <= deadlineHours.max, 'Choose 0 to 336 hours'),
  }),
  z.strictObject({
    name: z.literal('approval-reminder-hours'),
    /** Empty: the usual hours; `none`: no reminders (docs/product/approvals.md "Reminders"). */
    value: z.string().refine(isReminderHours, 'Choose up to 5 times, 1 to 168 hours before'),
  }),
  z.strictObject({
    name: z.literal('post-gap-minutes'),
    /** Empty: none (docs/product/posts.md "Second look"). */
    value: z.enum([...postGapChoices, '']),
  }),
  /** Empty: English (docs/product/languages.md "Which language"). */
  z.strictObject({ name: z.literal('client-language'), value: z.enum([...clientLanguages, '']) }),
  /** Empty: none (docs/product/link-parameters.md "Template"). */
  z.strictObject({ name: z.literal('link-parameters'), value: checkedLine(linkParametersProblem) }),
  /** Empty: all. */
  z.strictObject({ name: z.literal('link-parameter-sites'), value: checkedLine(linkSitesProblem) }),
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
      'approval-link-code',
      'approval-link-mail-only',
    ]),
    value: onOff,
  }),
])

/** Settings to change, each named once. */
export const projectSettingsChange = z
  .array(projectSettingChange)
  .min(1)
  .refine(list => new Set(list.map(({ name }) => name)).size === list.length, 'Each setting once')

export const projectUser = z.strictObject({
  id,
  name: z.string(),
  /** Empty if the caller is a client, who may not see it. */
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
  /** Since when it is archived (docs/product/archived-projects.md "What it does"); missing: it is not. */
  archived_at: instant.optional(),
})

export type OwnProject = z.output<typeof ownProject>

/** A page of the person's projects. Two agencies may have projects of the same name, so it says whose they are. */
export const foundProjects = z.strictObject({
  projects: z.array(ownProject.extend({ agency_name: z.string() })),
  /** What to ask for next, as `after`; null: there are no more. */
  next_after: id.nullable(),
})

export type FoundProject = z.output<typeof foundProjects>['projects'][number]

export const project = ownProject.extend({
  owner_id: id.nullable(),
  socials: z.array(projectSocial),
  projectUsers: z.array(projectUser),
  settings: z.array(setting),
})

export type Project = z.output<typeof project>

const timeSlot: z.ZodType<TimeSlot> = z.strictObject({
  weekday: z.literal([1, 2, 3, 4, 5, 6, 7]),
  /** Null: for all networks. */
  social_network: z.enum(socialNetworks).nullable(),
  time: clockTime,
})

/** The slots of a project as they are sent: at most `TIME_SLOTS_MAX`, each once. */
export const timeSlotsChange = z.array(timeSlot).superRefine((slots, context) => {
  const message = timeSlotsProblem(slots)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

/** The slots of a project in the order of the week, and the version that a change names. */
export const timeSlots = z.strictObject({ slots: z.array(timeSlot), version: z.int().positive() })

export type TimeSlots = z.output<typeof timeSlots>
