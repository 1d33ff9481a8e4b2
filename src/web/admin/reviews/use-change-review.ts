import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { answerReview, approveReview, REVIEWS, rejectReview } from './review-queries.ts'

const ACTIONS = { approve: approveReview, reject: rejectReview, answer: answerReview }
const FAILURES = {
  approve: 'The review was not published',
  reject: 'The review was not rejected',
  answer: 'The answer was not published',
}

/** Refreshes also after a refusal: another admin was faster, or the author changed the review. */
export function useChangeReview<Action extends keyof typeof ACTIONS>(action: Action) {
  const client = useQueryClient()
  type Input = Parameters<(typeof ACTIONS)[Action]>[0]
  return useMutation({
    mutationFn: (input: Input) =>
      (ACTIONS[action] as unknown as (input: Input) => Promise<{ message: string }>)(input),
    onSuccess: ({ message }) => toast({ title: message, tone: 'success' }),
    onError: failureToast(FAILURES[action]),
    onSettled: () => client.invalidateQueries({ queryKey: [REVIEWS] }),
  })
}
