import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ANSWER_MAX, type Answer, answerSchema } from '#shared/contact/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { keepDraft, readDraft } from './answer-draft.ts'
import { useAnswerMessage, useCloseMessage } from './use-change-message.ts'

/** The draft is saved at every keystroke, so that leaving the page by mistake loses nothing. */
export function AnswerForm({ messageId, email }: { messageId: number; email: string }) {
  const { mutate: send, isPending: sending } = useAnswerMessage()
  const { mutate: close, isPending: closing } = useCloseMessage()
  const { register, handleSubmit, formState } = useForm<Answer>({
    resolver: zodResolver(answerSchema),
    defaultValues: { answer: readDraft(messageId) },
  })
  const { onChange, ...field } = register('answer')
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ answer }) => send({ id: messageId, answer }))}
      className="flex flex-col gap-4"
    >
      <Field
        label="Your answer"
        required
        error={formState.errors.answer?.message}
        hint={`Goes to ${email} with the message quoted below it. Replies go to the support address.`}
      >
        <Textarea
          rows={6}
          maxLength={ANSWER_MAX}
          {...field}
          onChange={(event) => {
            keepDraft(messageId, event.target.value)
            return onChange(event)
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={sending} busyText="Sending..." disabled={closing}>
          Send answer
        </Button>
        <Button busy={closing} disabled={sending} onClick={() => close(messageId)}>
          Close without an answer
        </Button>
      </div>
    </form>
  )
}
