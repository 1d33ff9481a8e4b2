export function DangerZone() {
  return null
}
