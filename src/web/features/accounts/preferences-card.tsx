import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Preferences, Profile } from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { updateProfile } from './queries.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

const CHOICES: { name: keyof Preferences; label: string; hint: string }[] = [
  { name: 'emailNotifications', label: 'Email notifications', hint: 'New releases of products you have.' },
  { name: 'newAirdrops', label: 'New airdrops', hint: 'New scripts in the shop.' },
  {
    name: 'promotionalEmails',
    label: 'Promotional emails',
    hint: 'A reminder before the updates of a purchase end, with the offer to renew.',
  },
]

export function PreferencesCard({ profile }: { profile: Profile }) {
  const refresh = useRefreshAccount()
  const { control, handleSubmit, formState, reset } = useForm<Preferences>({
    values: profile.notification_preferences,
    resetOptions: { keepDirtyValues: true },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (preferences: Preferences) =>
      updateProfile({ email: profile.email, notification_preferences: preferences }),
    onSuccess: async ({ data }) => {
      reset(data.notification_preferences)
      toast({ title: 'Profile updated successfully', tone: 'success' })
      await refresh()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: reasonOf(error, 'Profile update failed'),
        tone: 'destructive',
      }),
  })
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h2">Notifications</CardTitle>
        <CardDescription>
          Choose which emails you get. Receipts and security emails are always sent.
        </CardDescription>
      </CardHeader>
      <CardBody>
        <form
          aria-label="Notifications"
          onSubmit={handleSubmit((preferences) => mutate(preferences))}
          className="flex flex-col gap-5"
        >
          {CHOICES.map(({ name, label, hint }) => (
            <Controller
              key={name}
              name={name}
              control={control}
              render={({ field }) => (
                <Checkbox
                  ref={field.ref}
                  name={name}
                  label={label}
                  hint={hint}
                  checked={field.value}
                  onCheckedChange={(checked) => field.onChange(checked === true)}
                  onBlur={field.onBlur}
                />
              )}
            />
          ))}
          <Button
            type="submit"
            className="self-start"
            disabled={!formState.isDirty && !isPending}
            busy={isPending}
            busyText="Saving..."
          >
            Save preferences
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}
