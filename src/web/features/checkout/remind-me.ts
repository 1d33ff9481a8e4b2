/** The label of the box, never ticked in advance, that asks for one reminder of an order that was not finished. */
export const REMIND_ME = 'Send me one reminder if I don’t finish'
