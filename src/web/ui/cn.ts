import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './merge-classes.ts'

/** Joins class names. If two conflict, the later wins. */
export const cn = (...classes: ClassValue[]): string => mergeClasses(clsx(classes))
