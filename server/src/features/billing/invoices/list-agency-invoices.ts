import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { listInvoices } from '../subscriptions.ts'

export const listAgencyInvoices = async (
  _input: Input<typeof contract.listAgencyInvoices>,
  { db, agency }: AgencyPoolCall,
): Promise<Answer<typeof contract.listAgencyInvoices>> =>
  (await listInvoices(db, agency.agencyId)).map(row => ({
    id: row.id,
    number: row.number,
    status: row.status,
    total_cents: row.total_cents,
    tax_cents: row.tax_cents,
    currency: row.currency,
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    action_url: row.action_url,
    needs_confirmation: row.needs_confirmation,
  }))
