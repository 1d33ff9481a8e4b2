export default function RecoveryTab() {
  return null
}
