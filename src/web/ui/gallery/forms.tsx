import { CreditCard, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Badge } from '../data/badge.tsx'
import { Checkbox } from '../forms/checkbox.tsx'
import { Field } from '../forms/field.tsx'
import { Input } from '../forms/input.tsx'
import { PasswordInput } from '../forms/password-input.tsx'
import { RadioCard, RadioCardGroup } from '../forms/radio-card.tsx'
import { Select } from '../forms/select.tsx'
import { Switch } from '../forms/switch.tsx'
import { Textarea } from '../forms/textarea.tsx'
import { Group } from './group.tsx'

const chains = [
  { value: 'ethereum', label: 'Ethereum' },
  { value: 'polygon', label: 'Polygon' },
  { value: 'solana', label: 'Solana' },
  { value: 'avalanche', label: 'Avalanche (paused)', disabled: true },
]

export function Fields() {
  return (
    <Group title="Fields">
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Email" hint="Your receipt and download link go here." required>
          <Input type="email" placeholder="you@example.com" autoComplete="email" start={<Mail />} />
        </Field>
        <Field label="Email" error="Enter an email address, like you@example.com.">
          <Input type="email" defaultValue="you@" />
        </Field>
        <Field
          label="Password"
          aside={<Button variant="link">Forgot password?</Button>}
          hint="At least 8 characters."
        >
          <PasswordInput defaultValue="correct horse" />
        </Field>
        <Field label="Price">
          <Input className="font-mono" inputMode="decimal" defaultValue="29.99" start="$" />
        </Field>
        <Field label="Network">
          <Select options={chains} defaultValue="polygon" />
        </Field>
        <Field label="Network" error="Choose a network.">
          <Select options={chains} placeholder="Choose a network" />
        </Field>
        <Field label="Disabled" disabled>
          <Input defaultValue="Cannot be changed" />
        </Field>
        <Field label="Read only" hint="Applied; remove it to enter another.">
          <Input readOnly defaultValue="WELCOME20" className="font-mono" />
        </Field>
        <Field label="Message" optional className="sm:col-span-2">
          <Textarea placeholder="What would you like to know?" />
        </Field>
      </div>
    </Group>
  )
}

export function Choices() {
  const [method, setMethod] = useState('card')
  return (
    <Group title="Choices">
      <div className="grid gap-8 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Checkbox label="Email notifications" hint="Receipts and security always arrive." defaultChecked />
          <Checkbox label="Promotional emails" />
          <Checkbox label="Some of them" checked="indeterminate" />
          <Checkbox label="Cannot be changed" disabled defaultChecked />
        </div>
        <div className="flex flex-col gap-4">
          <Switch label="Active" hint="Customers can use the coupon." defaultChecked />
          <Switch label="New airdrops" />
          <Switch label="Cannot be changed" disabled />
        </div>
      </div>
      <RadioCardGroup
        label="Payment method"
        value={method}
        onValueChange={setMethod}
        className="sm:grid-cols-2"
      >
        <RadioCard
          value="card"
          title="Card"
          description="Visa, Mastercard, American Express. Paid on a secure Stripe page."
          badge={<Badge>Recommended</Badge>}
          icon={<CreditCard />}
        />
        <RadioCard
          value="crypto"
          title="Cryptocurrency"
          description="Confirmed on chain, usually within minutes."
        />
      </RadioCardGroup>
    </Group>
  )
}
