/**
 * Returns what a passkey proves: a key that one device keeps or several share; with the person
 * verified by the device, two factors.
 * @see RFC 8176 section 2
 */
export function amrOf({
  deviceType,
  isVerified,
}: {
  readonly deviceType: string;
  readonly isVerified: boolean;
}): readonly string[] {
  return [deviceType === 'singleDevice' ? 'hwk' : 'swk', ...(isVerified ? ['user', 'mfa'] : [])];
}
