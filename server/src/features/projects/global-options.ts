import { listTimezones as timezones } from '#domain/kernel/time.ts'
import { socialContentRestrictions, socialMediaRestrictions } from '#domain/networks/restrictions.ts'

// The same for everyone, so nothing is read from the database (docs/product/api.md "Global options").

export const listTimezones = async () => timezones()

export const listContentRestrictions = async () => socialContentRestrictions()

export const listMediaRestrictions = async () => socialMediaRestrictions()
