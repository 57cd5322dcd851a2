import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { address, openBilling as open } from '../../../testing/fake-billing.tsx'
import { answer, refusal } from '../../../testing/fake-server.ts'

describe('The billing information', () => {
  it('is saved with what was changed, and says so', async () => {
    const { saved } = open({ save: () => answer(200, { ...address, city: 'Geelong' }) })
    const city = await screen.findByLabelText('City')
    await userEvent.clear(city)
    await userEvent.type(city, 'Geelong')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.body).toEqual({
      agency_id: 3,
      ...address,
      city: 'Geelong',
      vat_number: '',
      invoice_email: '',
    })
  })

  it('has its country from a list, which knows what was typed before there was one', async () => {
    open({ details: { address: { ...address, country: 'usa' } } })
    const country = await screen.findByLabelText<HTMLSelectElement>('Country')
    expect(country.value).toBe('United States')
    await userEvent.selectOptions(country, 'Åland Islands')
    expect(country.value).toBe('Åland Islands')
  })

  it('may name a VAT number, and an address for invoices that is checked', async () => {
    const { saved } = open()
    await userEvent.type(await screen.findByLabelText('VAT number'), 'DE 123456789')
    const email = screen.getByLabelText('Email for invoices')
    await userEvent.type(email, 'books')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Invalid email')).toBeTruthy()
    expect(saved()).toEqual([])
    await userEvent.type(email, '@bluebird.example')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.body).toMatchObject({
      vat_number: 'DE 123456789',
      invoice_email: 'books@bluebird.example',
    })
  })

  it('needs every field of the address, and sends nothing before', async () => {
    const { saved } = open({ details: { address: null } })
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    for (const name of ['First name', 'Last name', 'Address', 'State', 'City', 'Country', 'Zip'])
      expect(screen.getByText(`${name} is required`)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(saved()).toEqual([])
  })

  it('keeps what was typed when the gateway is down', async () => {
    open({ save: () => refusal(503, 'card_gateway_unavailable', 'Nothing was charged.') })
    const zip = await screen.findByLabelText<HTMLInputElement>('Zip')
    await userEvent.clear(zip)
    await userEvent.type(zip, '3220')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Nothing was charged.')).toBeTruthy()
    expect(zip.value).toBe('3220')
  })
})
