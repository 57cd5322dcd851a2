import { socialContentRestrictions, socialMediaRestrictions } from '#domain/networks/restrictions.ts'
import { timezones } from '#domain/projects/rules.ts'

// Document 1 section 7 "Global options": the same for everybody, and known before anything is asked of the database.

export const listAllTimezones = async () => [...timezones]

export const readContentRestrictions = async () => socialContentRestrictions

export const readMediaRestrictions = async () => socialMediaRestrictions
