import { clockFile } from './clock.ts'
import { ownServer } from './test-servers.ts'

// Imported first by what a journey uses: in its process `Date` tells the time of its server.
process.env.TEST_CLOCK_FILE = clockFile(ownServer())
await import('../tools/moved-date.ts')
