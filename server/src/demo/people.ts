import type { Role } from '#domain/permissions/table.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'

/** The demo's people. The password protects nothing: the demo is never created in production. */
export const DEMO_PASSWORD = 'galley-demo'

/** One login for each role, in the order a newcomer tries them. */
export const demoLogins: readonly {
  role: Role
  email: string
  password: string
  name: string
  lastName: string
}[] = [
  {
    role: 'agency-admin',
    email: 'ada@bluebird.example',
    password: DEMO_PASSWORD,
    name: 'Ada',
    lastName: 'Moreau',
  },
  {
    role: 'content-creator',
    email: 'carl@bluebird.example',
    password: DEMO_PASSWORD,
    name: 'Carl',
    lastName: 'Brandt',
  },
  {
    role: 'internal-approver',
    email: 'ines@bluebird.example',
    password: DEMO_PASSWORD,
    name: 'Inès',
    lastName: 'Okafor',
  },
  {
    role: 'external-approver',
    email: 'emil@harbor.example',
    password: DEMO_PASSWORD,
    name: 'Emil',
    lastName: 'Sorensen',
  },
  { role: 'super-admin', email: 'sam@galley.example', password: DEMO_PASSWORD, name: 'Sam', lastName: 'Ito' },
]

/** Their ids. */
export type DemoPeople = Readonly<Record<Role, number>>

export const makePeople = async (tx: Tx, company: string): Promise<DemoPeople> => {
  const ids = new Map<Role, number>()
  for (const login of demoLogins) {
    const { id } = await tx
      .insertInto('users')
      .values({
        email: login.email,
        name: login.name,
        last_name: login.lastName,
        company,
        password_hash: await hashPassword(login.password),
        is_super_admin: login.role === 'super-admin',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(login.role, id)
  }
  return Object.fromEntries(ids) as DemoPeople
}
