import { z } from 'zod'

export const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'must be on or off (or true, false, 1, 0)')
  .transform(value => ['true', '1', 'on'].includes(value))
export const count = z.coerce.number().int()
