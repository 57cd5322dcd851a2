import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Most of their time is waiting for processes that they kill, freeze and start. */
const longest = [
  'publishing/faults',
  'publishing/kill',
  'src/main',
  'src/start-failures',
  'db/embedded/supervisor',
  'db/embedded',
  'publishing/invariants',
  'billing/killed-process',
  'src/cli',
].map(name => `/${name}.test.ts`)

const place = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex(name => moduleId.endsWith(name))
  return found < 0 ? longest.length : found
}

/** Vitest's order, but the longest files begin first, so that none of them ends the run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
