import { describe, expect, it } from 'vitest'
import { listTimeSlots, saveTimeSlots } from '#domain/projects/contract.ts'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { projectRoutes } from './routes.ts'

const kit = useTestApp({ routes: projectRoutes })
const cast = useNewCast(kit)

const monday: TimeSlot = { weekday: 1, social_network: null, time: '09:00' }
const facebook: TimeSlot = { weekday: 1, social_network: 'facebook', time: '09:00' }
const friday: TimeSlot = { weekday: 5, social_network: 'linkedin', time: '17:30' }
const params = () => ({ projectId: cast.project.projectId })
const save = (slots: TimeSlot[], own: { version?: number } = {}, person: TestPerson = cast.admin) =>
  kit.ask(person, saveTimeSlots, { params: params(), body: { slots, ...own } })
const send = (slots: unknown) =>
  kit.send(cast.admin, 'POST', `/projects/${cast.project.projectId}/time-slots`, { slots })
const list = (person: TestPerson = cast.creator) => kit.ask(person, listTimeSlots, { params: params() })
const audited = () =>
  kit.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'old', 'new'])
    .where('project_id', '=', cast.project.projectId)
    .orderBy('id')
    .execute()

describe('The time slots of a project', () => {
  it('are none at first, and are replaced as a whole, in the order of the week', async () => {
    expect((await list()).data).toEqual({ slots: [], version: 1 })
    const { data } = await save([friday, facebook, monday])
    expect(data).toEqual({ slots: [monday, facebook, friday], version: 2 })
    expect((await list()).data).toEqual(data)
    await save([friday])
    expect((await list()).data).toEqual({ slots: [friday], version: 3 })
    await save([])
    expect((await list()).data).toEqual({ slots: [], version: 4 })
  })

  it('lose the seconds of their times', async () => {
    await send([{ ...monday, time: '09:00:30' }])
    expect((await list()).data.slots).toEqual([monday])
  })

  it('are in the audit log with what was added and removed, and update open screens', async () => {
    await save([monday, friday])
    await save([friday, facebook])
    const [action, actor_id] = ['project.setting_changed', cast.admin.userId]
    const added = 'Monday, 9:00 AM, all networks; Friday, 5:30 PM, LinkedIn'
    expect(await audited()).toEqual([
      { action, actor_id, old: { time_slots: '' }, new: { time_slots: added } },
      {
        action,
        actor_id,
        old: { time_slots: 'Monday, 9:00 AM, all networks' },
        new: { time_slots: 'Monday, 9:00 AM, Facebook' },
      },
    ])
    const events = kit.db.selectFrom('events').select('type')
    expect(await events.where('project_id', '=', cast.project.projectId).execute()).toHaveLength(2)
  })

  it('are counted in the audit log when many change at once', async () => {
    const hours = Array.from({ length: 12 }, (_, hour) => ({
      ...monday,
      time: `${String(hour).padStart(2, '0')}:00`,
    }))
    await save(hours)
    const [entry] = await audited()
    expect(String(entry?.new?.time_slots)).toMatch(/9:00 AM, all networks; 2 more$/)
  })

  it('keep their version when the same list is saved again', async () => {
    await save([monday, friday])
    expect((await save([friday, monday])).data.version).toBe(2)
    expect(await audited()).toHaveLength(1)
  })

  it('are not overwritten by a change based on an older version', async () => {
    expect((await save([monday], { version: 1 })).data.version).toBe(2)
    expect(await save([friday], { version: 1 })).toMatchObject({ status: 409, code: 'stale_version' })
    expect((await list()).data.slots).toEqual([monday])
    expect((await save([friday], { version: 2 })).status).toBe(200)
  })

  it('are saved by one of two admins who save the same version at once', async () => {
    const answers = await Promise.all([save([monday], { version: 1 }), save([friday], { version: 1 })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await list()).data.slots).toHaveLength(1)
  })

  it.each([
    ['a time that does not exist', [{ ...monday, time: '25:99' }], 'Time must be HH:mm'],
    ['an eighth day of the week', [{ ...monday, weekday: 8 }], 'must be one of'],
    ['a network that does not exist', [{ ...monday, social_network: 'myspace' }], 'must be one of'],
    ['a slot twice', [monday, friday, monday], 'Monday, 9:00 AM, all networks is in the list twice.'],
    [
      'a thousand slots',
      Array.from({ length: 1000 }, () => monday),
      'A project has 200 time slots at most. These are 1000.',
    ],
    ['something that is no list', 'monday', 'must be a list'],
  ])('refuse %s and stay as they are', async (_, slots, text) => {
    await save([friday])
    const answer = await send(slots)
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(JSON.stringify(answer.errors)).toContain(text)
    expect((await list()).data).toEqual({ slots: [friday], version: 2 })
  })

  it('are read by those who schedule and changed by admins', async () => {
    await save([monday])
    expect((await list(cast.creator)).status).toBe(200)
    for (const person of [cast.internal, cast.external]) expect((await list(person)).status).toBe(403)
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await save([], {}, person)).status).toBe(403)
    expect((await list()).data.slots).toEqual([monday])
  })

  it('return 404 for another agency', async () => {
    expect((await list(cast.stranger)).status).toBe(404)
    expect((await save([], {}, cast.stranger)).status).toBe(404)
  })
})
