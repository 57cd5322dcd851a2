import { describe, expect, it } from 'vitest'
import { type Beat, findLostTime, type Heartbeat, howFarSetBack } from './lost-time.ts'

const MINUTE = 60_000
const now = new Date('2026-11-27T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const identity = { system: '7301', timeline: 1, table: 16_500, file: '12/1', changed: '5' }
const last = (own: Partial<Heartbeat> = {}): Heartbeat => ({
  ...identity,
  beats: 40,
  at: ago(10_000),
  ...own,
})
const starting = (own: Partial<Beat> = {}): Beat => ({
  now,
  identity,
  ownBeats: null,
  witness: null,
  ...own,
})

describe('A start', () => {
  it('loses no time after an ordinary restart, or in a new database', () => {
    expect(findLostTime(last(), starting())).toBeNull()
    expect(findLostTime(last({ at: ago(MINUTE) }), starting())).toBeNull()
    expect(findLostTime(last({ at: null, beats: 0 }), starting())).toBeNull()
  })

  it('has lost the time since the last beat where that is older than a minute', () => {
    const at = ago(MINUTE + 1)
    expect(findLostTime(last({ at }), starting())).toEqual({ from: at, until: now, reason: null })
  })

  it('holds publishing after more than an hour', () => {
    expect(findLostTime(last({ at: ago(60 * MINUTE) }), starting())?.reason).toBeNull()
    expect(findLostTime(last({ at: ago(60 * MINUTE + 1) }), starting())?.reason).toBe('long_gap')
  })

  it('does not hold publishing because the database comes from a version without heartbeats', () => {
    const before = last({ at: ago(600 * MINUTE), beats: 0, system: null, timeline: null })
    expect(findLostTime(before, starting())).toEqual({ from: ago(600 * MINUTE), until: now, reason: null })
  })

  it('holds publishing in another system and on another timeline, however short the pause', () => {
    const reasons = [{ system: '7302' }, { timeline: 2 }].map(
      other => findLostTime(last(other), starting())?.reason,
    )
    expect(reasons).toEqual(['other_database', 'other_database'])
  })

  it('holds publishing in a restored dump and in a copied folder, however short the pause', () => {
    const reasonOf = (own: Partial<Heartbeat>) => findLostTime(last(own), starting())?.reason
    expect(reasonOf({ table: 16_400 })).toBe('other_database')
    expect(reasonOf({ file: '12/0', changed: '4' })).toBe('copied_folder')
  })

  it('takes a folder for no copy because its owner changed, or because its disk numbers files anew', () => {
    for (const own of [{ file: '12/0' }, { changed: '4' }])
      expect(findLostTime(last(own), starting())).toBeNull()
  })

  it('holds publishing where the database counts less than the witness, however short the pause', () => {
    const at = ago(20_000)
    const found = findLostTime(last({ at, beats: 39 }), starting({ witness: 40 }))
    expect(found).toEqual({ from: at, until: now, reason: 'older_database' })
    for (const witness of [39, 40]) expect(findLostTime(last(), starting({ witness }))).toBeNull()
    const empty = last({ at: null, beats: 0 })
    expect(findLostTime(empty, starting({ witness: 40 }))).toBeNull()
  })

  it('says of a copied folder and a restored dump what they are, also where the witness has counted further', () => {
    const reasonOf = (own: Partial<Heartbeat>) => findLostTime(last(own), starting({ witness: 90 }))?.reason
    expect(reasonOf({ table: 16_400 })).toBe('other_database')
    expect(reasonOf({ file: '12/0', changed: '4' })).toBe('copied_folder')
  })

  it('compares no identity that the server does not tell', () => {
    const unknown = { system: null, timeline: null, table: null, file: null, changed: null }
    expect(findLostTime(last(), starting({ identity: unknown }))).toBeNull()
    expect(findLostTime(last(unknown), starting())).toBeNull()
  })

  it('holds publishing and looks back a day where the clock was set back', () => {
    expect(findLostTime(last({ at: ago(-5 * MINUTE) }), starting())).toEqual({
      from: ago(24 * 60 * MINUTE),
      until: now,
      reason: 'clock_set_back',
    })
    expect(findLostTime(last({ at: ago(-MINUTE) }), starting())).toBeNull()
  })
})

describe('A worker that runs', () => {
  it('has lost nothing while its own beat or a later one is there, whatever the clock says', () => {
    for (const at of [ago(120 * MINUTE), ago(-120 * MINUTE)])
      for (const beats of [40, 41])
        expect(findLostTime(last({ at, beats }), starting({ ownBeats: 40 }))).toBeNull()
  })

  it('holds publishing when an older database was put under it', () => {
    const at = ago(20_000)
    expect(findLostTime(last({ at, beats: 39 }), starting({ ownBeats: 40 }))).toEqual({
      from: at,
      until: now,
      reason: 'older_database',
    })
  })
})

it('A clock was set back by as much as the last beat is ahead of it, if that is more than a minute', () => {
  expect(howFarSetBack({ at: ago(-300 * MINUTE) }, now)).toBe(300 * MINUTE)
  expect(howFarSetBack({ at: ago(-MINUTE) }, now)).toBe(0)
  expect(howFarSetBack({ at: ago(300 * MINUTE) }, now)).toBe(0)
  expect(howFarSetBack({ at: null }, now)).toBe(0)
})

describe('A standby that takes over under a running worker', () => {
  const promoted = { ...identity, timeline: 2 }

  it('may lack what was written last, for which nothing is held', () => {
    for (const beats of [38, 40])
      expect(findLostTime(last({ beats }), starting({ ownBeats: 40, identity: promoted }))).toEqual({
        from: ago(10_000),
        until: now,
        reason: null,
      })
  })

  it.each([
    ['in another system', last(), { ...identity, system: '7302', timeline: 2 }],
    ['on an earlier timeline', last({ timeline: 3 }), promoted],
    ['whose system is unknown', last(), { ...identity, system: null, timeline: 2 }],
    ['that is more than five minutes behind', last({ at: ago(5 * MINUTE + 1) }), promoted],
  ])('holds publishing %s', (_, found, other) => {
    expect(findLostTime(found, starting({ ownBeats: 40, identity: other }))?.reason).toBe('other_database')
  })
})
