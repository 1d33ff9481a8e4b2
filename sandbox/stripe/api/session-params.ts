import { z } from 'zod'
import { flag, ignored, integer, metadata, positive } from '../params.ts'

const auto = z.enum(['auto', 'never']).optional()

const priceData = z.strictObject({
  currency: z.string().length(3).toLowerCase(),
  unit_amount: integer.pipe(z.number().min(0)),
  product_data: z.strictObject({
    name: z.string().min(1),
    description: z.string().optional(),
    images: ignored,
    metadata,
    tax_code: ignored,
    tax_details: ignored,
    unit_label: ignored,
  }),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: positive.default(1),
    })
    .optional(),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).default('unspecified'),
})

const lineItem = z.strictObject({
  price_data: priceData,
  quantity: positive.default(1),
  adjustable_quantity: ignored,
  metadata,
  tax_rates: ignored,
})

/** The parameters of a session. Stripe parameters that the sandbox does not support are accepted and ignored. */
export const sessionParams = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: z.url({ protocol: /^https?$/ }),
  cancel_url: z.url({ protocol: /^https?$/ }).optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: z.string().optional(),
  customer_email: z.email().max(800).optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  metadata,
  payment_intent_data: z
    .looseObject({ metadata, description: z.string().optional(), receipt_email: z.string().optional() })
    .optional(),
  subscription_data: z
    .looseObject({
      metadata,
      description: z.string().optional(),
      trial_period_days: positive.pipe(z.number().max(730)).default(0),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({
            missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']),
          }),
        })
        .optional(),
    })
    .optional(),
  discounts: z
    .array(z.strictObject({ coupon: z.string().optional(), promotion_code: z.string().optional() }))
    .max(1)
    .optional(),
  allow_promotion_codes: flag.optional(),
  expires_at: integer.optional(),
  payment_method_types: z.array(z.literal('card')).min(1).optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
  adaptive_pricing: ignored,
  after_expiration: ignored,
  allowed_payment_method_types: ignored,
  automatic_tax: z.strictObject({ enabled: flag, liability: ignored }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  branding_settings: ignored,
  consent_collection: ignored,
  currency: ignored,
  custom_fields: ignored,
  custom_text: ignored,
  customer_update: z.strictObject({ address: auto, name: auto, shipping: auto }).optional(),
  excluded_payment_method_types: ignored,
  integration_identifier: ignored,
  invoice_creation: ignored,
  locale: ignored,
  managed_payments: ignored,
  name_collection: ignored,
  origin_context: ignored,
  payment_method_collection: ignored,
  payment_method_configuration: ignored,
  payment_method_data: ignored,
  payment_method_options: ignored,
  phone_number_collection: ignored,
  saved_payment_method_options: ignored,
  submit_type: ignored,
  tax_id_collection: z
    .strictObject({ enabled: flag, required: z.enum(['if_supported', 'never']).optional() })
    .optional(),
  wallet_options: ignored,
})

export type SessionParams = z.output<typeof sessionParams>
