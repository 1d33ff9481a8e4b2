import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'

/** What the API shows in a list of its own: the customer's tax id. */
export interface CustomerBackstage {
  taxId: string | null
}

/** A customer with an email address, and defaults for all other data. */
export function buildCustomer(from: {
  email: string | null
  name?: string | null
  description?: string | null
  metadata?: Record<string, string>
  address?: Stripe.Address | null
}): Stripe.Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: from.address ?? null,
    balance: 0,
    created: seconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: from.description ?? null,
    discount: null,
    email: from.email,
    invoice_prefix: newId('X', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: from.metadata ?? {},
    name: from.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
