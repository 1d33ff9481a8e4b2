import type { ReactNode } from 'react'
import { FormNotice } from '../../features/accounts/form-notice.tsx'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { DeliveryWatch, type DeliveryWatchProps } from '../mails/delivery-watch.tsx'

export type ByHandFormProps = {
  title: string
  description: string
  /** The verb on the form's button. */
  verb: string
  primary?: boolean
  /** The message if the shop gives no reason. */
  failed: string
  onSubmit: () => void
  /** The state of the action. Its response names the mail to watch. */
  mutation: {
    isPending: boolean
    error: unknown
    data: { message: string; data: DeliveryWatchProps } | undefined
  }
  /** The form's fields. */
  children: ReactNode
}

/** A form that sends a mail to a customer and shows its delivery. */
export function ByHandForm({ mutation: { isPending, error, data }, children, ...props }: ByHandFormProps) {
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <CardHeader>
          <CardTitle as="h2">{props.title}</CardTitle>
          <CardDescription>{props.description}</CardDescription>
        </CardHeader>
        <CardBody>
          <form noValidate onSubmit={props.onSubmit} className="flex flex-col gap-5">
            {children}
            {error ? <FormNotice tone="danger" text={reasonOf(error, props.failed)} /> : null}
            {data ? <FormNotice tone="info" text={data.message} /> : null}
            <Button
              type="submit"
              variant={props.primary ? 'primary' : 'secondary'}
              className="self-start"
              busy={isPending}
            >
              {props.verb}
            </Button>
          </form>
        </CardBody>
      </Card>
      {data ? <DeliveryWatch key={data.data.deliveryKey} {...data.data} /> : null}
    </div>
  )
}
