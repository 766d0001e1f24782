/**
 * Test vectors for the Auth.js 0.41 wire format: code that produces these values from these inputs
 * can share sessions with Auth.js.
 */
export const VECTOR_SECRET = 'test-secret-0123456789abcdef0123456789abcdef';

/** The salt, the first 16 bytes of the key in hex, and the key id with `A256CBC-HS512`. */
export const VECTOR_KEYS = [
  [
    'authjs.session-token',
    'adeb8f2f94d0972e809e94b4c67445eb',
    '9E7QXx4DCQ1ODqnrsoJeKyBiTUQhXJZzsEevLBH8Ch2o_Dej27OxcC5EbbMLOFh0bG_9QnoIET15bVhi-d6szA',
  ],
  [
    '__Secure-authjs.session-token',
    '649261df76879f62a5c6e400e0c8b81f',
    'y3o8_RTwaVBWT0ff0dkmubKfoDRbgZ4OCUvPTUw1RSF0Xd3R2DTcaGtpyjMt5m5jeJRsKdsWm6VSTytf8d6Qsg',
  ],
  [
    'authjs.pkce.code_verifier',
    'c14220776366ff603caf49034348c73a',
    'IUj2X_xnmq6rWzSyITYg3a7PSNu71E0_SPvgPq0FaodumkHFUgweKzOYeY4zWUXKFLF70V8nZW-3wG2iCgDI4g',
  ],
  [
    'authjs.state',
    '82438696923c8f763bbdb869b3601b51',
    'oAXGflEvvp6u6KZz83OTO-V8EKqm5EkqrOtTHHmy67Rr9eM_njn515CwJWiJR2cAWvzmPUwPMIzL6OAwXEzQcA',
  ],
  [
    'authjs.nonce',
    '9391ca6b736b685f9255629288aefe24',
    'SsjHBn6VN5p-VQglpA8nkw4y0yQ-xn2Bz4Stz_PzByuZuG1IrWtIB9c0O9Kcgag35_Grf1lWB2STbR5RF39uMQ',
  ],
  [
    'authjs.challenge',
    '4d95f0894a9576e8fe822b41b906dc7a',
    '2WsaxK1Zn27zn1Aygll8i9I38GHJSmrWxGiEOdfb3ptZEE-0bo9MDnslFx2-G_iocb-LYbbqsg5wCCbIX6TbEQ',
  ],
  [
    'encodedState',
    'bc0831611e7b70edbd7f1ee25f6154cc',
    'MHNHCMwHNjfqKyCje-PdZUCMKVHLEMAITfK2A3FVKR-b9daZ0LrOR-ovIH2Icq8NOZHxdq7uxCsjjS7xOzcgDQ',
  ],
  [
    'encodedWebauthnChallenge',
    '452f056332cb0653d5547419f301e7c2',
    'Ml7-stAwUJPFvSBlMsYI4ZDoigMdlLEGK8Sz1OKzFNZyh1oyMvysK7embZKYTIBQrDadKhsPZlhQCYmXRh5t5Q',
  ],
] as const;

export const SESSION_SALT = 'authjs.session-token';

/** The key id for {@link SESSION_SALT} with `A256GCM`. */
export const GCM_KID = '5VHPQK8gbnLepuCsF7F37EMCZFmAJxzyKwzzm7BWaQs';

export const SESSION_TOKEN = {
  claims: {
    name: 'Fill Murray',
    email: 'fill@murray.com',
    picture: 'https://example.com/p.png',
    sub: 'user-1',
    iat: 1_700_000_000,
    exp: 4_102_444_800,
    jti: '00000000-0000-4000-8000-000000000000',
  },
  token:
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiOUU3UVh4NERDUTFPRHFucnNvSmVLeUJpVFVRaFhKWnpzRWV2TEJIOENoMm9fRGVqMjdPeGNDNUViYk1MT0ZoMGJHXzlRbm9JRVQxNWJWaGktZDZzekEifQ..AAAAAAAAAAAAAAAAAAAAAA.0s_dFcNm45pIzASxEeDvkAz5ciwTfsbxH7HudVl85WAp_E3XKZcvMfSB6BJ_Ryut3f-C1EKMHmWjro2Bs6mWoBrxzEJ3s6LkUmyn4NzaYKjAWLY62PTkxV47mVfOgn3PlXQZpOsirdCVBNQvpZ5BXsKo5D1RDzppo_s9xd49_8BoJkPumIjk5l8AEzarW1IXx21PKsIXuQo6VSzNKgwfwBTnInrFxhaRVXQ4ZEkgaLWd_Fyha0uOizux0P_8Or7r.cflwBGzOCrjKvpZ5tT5MiKshFIWwykp-dQdmia37WDQ',
} as const;

/** A token without a key id, as issued by old versions, with the same salt. */
export const GCM_TOKEN = {
  claims: { sub: 'user-1', iat: 1_700_000_000, exp: 4_102_444_800 },
  token:
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.huN0EUXDY79V2-L9PAF7UA2UR3u5i40gEswsVHufnX5SKkertZyiTLEpoIwRtxUG-sQ.YkhZfrgoCz98I4n2vN6tCA',
} as const;

export const PKCE_COOKIE = {
  name: 'authjs.pkce.code_verifier',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  provider: 'github',
  value:
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiSVVqMlhfeG5tcTZyV3pTeUlUWWczYTdQU051NzFFMF9TUHZnUHEwRmFvZHVta0hGVWd3ZUt6T1llWTR6V1VYS0ZMRjcwVjhuWlctM3dHMmlDZ0RJNGcifQ..AAAAAAAAAAAAAAAAAAAAAA.ALsGAtg0e7spLtonyGRv5D0aPZD8YT87YbVGUrieA5_oK4mXCr1H6gcIvtUrOvSRMH2fK9CyMx0NlXEhkGqM3MdEzcH2lJ072YFlP0YYYkl24LTc0llS2oMxdsL-zgxL0z9UUnEwE4Ep8qAlbgdrXZJh_gCqLcM0Ua8h4XwhjZewXwQVgjGiunyJHCBd5hCQlSyhz16QhrtkQoyII6x1OA.SObIIi0Oteyrj2Z7ulR-LA72EiOuDUbaE1G8VlnAF5s',
} as const;

export const CSRF_TOKEN = 'a'.repeat(64);

/** Secrets, and the hash that follows {@link CSRF_TOKEN} in the cookie. */
export const CSRF_HASHES = [
  [VECTOR_SECRET, 'f8d8f1376581c13486e50896dfeba565ec70d15e63dfa05dca97ccc6355907f3'],
  [['s1', 's2'], '9484f13c9d7ad3100d58d51a22ad8ad9301a907d18d3434e585ce3202c15a098'],
] as const;
