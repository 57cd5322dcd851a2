import { listTimezones } from '#domain/kernel/time.ts'
import { socialContentRestrictions, socialMediaRestrictions } from '#domain/networks/restrictions.ts'

// Document 1 section 7 "Global options": the same for everybody, and known before anything is asked of the database.

export const listAllTimezones = async () => listTimezones()

export const readContentRestrictions = async () => socialContentRestrictions

export const readMediaRestrictions = async () => socialMediaRestrictions
