import type { FastifyRequest } from 'fastify'
import type { Person } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { authenticate, type RequiredScopes } from './call.ts'
import { accessDenied } from './errors.ts'
import { scopesFor } from './scopes.ts'

function callingPerson(sandbox: Sandbox, request: FastifyRequest, wanted: RequiredScopes): Person {
  const { token } = authenticate(sandbox, request, wanted)
  const person = token.person === undefined ? undefined : sandbox.store.get('person', token.person)
  if (!person) throw accessDenied(wanted.resource)
  return person
}

function namesOf({ name }: Person) {
  const [given = '', ...family] = name.split(' ')
  return { given, family: family.join(' ') }
}

/** The person's profile in OpenID Connect's form. */
export function readUserInfo(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const person = callingPerson(sandbox, request, { scopes: scopesFor.openid, resource: 'userinfo.GET' })
  const { given, family } = namesOf(person)
  const body = {
    sub: person.id,
    name: person.name,
    given_name: given,
    family_name: family,
    locale: 'en-US',
    email: person.email,
    email_verified: true,
  }
  return { status: 200, body }
}

/** The person's profile in LinkedIn's own form. */
export function readMe(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const person = callingPerson(sandbox, request, { scopes: scopesFor.profile, resource: 'me.GET.NO_VERSION' })
  const { given, family } = namesOf(person)
  const localized = (text: string) => ({
    localized: { en_US: text },
    preferredLocale: { country: 'US', language: 'en' },
  })
  const body = {
    id: person.id,
    localizedFirstName: given,
    localizedLastName: family,
    vanityName: person.name.toLowerCase().replaceAll(' ', '-'),
    firstName: localized(given),
    lastName: localized(family),
  }
  return { status: 200, body }
}
