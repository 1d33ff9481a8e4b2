import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { noteSchema, type UserDetail, type UserNote, type WriteNote } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useListOfAccount } from './use-list-of-account.ts'
import { useUserMutation } from './use-user-mutation.ts'
import { addNote, deleteNote, notesOf } from './users-queries.ts'

export function UserNotes({ user }: { user: UserDetail }) {
  const { id, state } = user.account
  const query = useListOfAccount(notesOf(user))
  const { data } = query
  const notes = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h3">Notes</CardTitle>
        <CardDescription>For the admins; the customer does not see them.</CardDescription>
      </CardHeader>
      {state === 'deleted' ? null : (
        <CardBody>
          <NoteForm id={id} />
        </CardBody>
      )}
      {notes.length === 0 ? (
        <p className="border-line border-t px-5 py-4 text-muted text-sm sm:px-6">No notes yet.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {notes.map((note) => (
            <NoteLine key={note.id} userId={id} note={note} />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </Card>
  )
}

function NoteForm({ id }: { id: number }) {
  const { register, handleSubmit, formState, reset } = useForm<WriteNote>({
    resolver: zodResolver(noteSchema),
    defaultValues: { text: '' },
  })
  const { mutate, isPending } = useUserMutation((form: WriteNote) => addNote(id, form), {
    failed: 'The note was not added',
    onDone: () => reset(),
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col items-start gap-3"
    >
      <Field label="New note" className="w-full" error={formState.errors.text?.message}>
        <Textarea rows={3} {...register('text')} />
      </Field>
      <Button type="submit" busy={isPending}>
        Add note
      </Button>
    </form>
  )
}

function NoteLine({ userId, note }: { userId: number; note: UserNote }) {
  const { id, text, author, isOwn, createdAt } = note
  const remove = useUserMutation(() => deleteNote(userId, id), { failed: 'The note was not deleted' })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5 sm:px-6">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="whitespace-pre-wrap break-words text-fg">{text}</p>
        <p className="mt-1 text-muted text-xs">
          {author?.username ?? 'A former admin'} · <RelativeTime dense value={createdAt} />
        </p>
      </div>
      {isOwn ? (
        <Button
          size="sm"
          variant="ghost"
          busy={remove.isPending}
          aria-label="Delete this note"
          onClick={() => remove.mutate()}
        >
          Delete
        </Button>
      ) : null}
    </li>
  )
}
