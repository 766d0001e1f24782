import { inputAttributes } from './input-attributes.js';

describe('inputAttributes', () => {
  it('passes on the attributes that describe a field', () => {
    const input = {
      label: 'Code',
      type: 'text',
      placeholder: '123456',
      required: true,
      autocomplete: 'one-time-code',
      maxLength: 6,
      pattern: '[0-9]{6}',
      inputmode: 'numeric',
      value: '',
    };

    expect(inputAttributes('code', input)).toEqual({
      type: 'text',
      placeholder: '123456',
      required: true,
      autocomplete: 'one-time-code',
      maxlength: '6',
      pattern: '[0-9]{6}',
      inputmode: 'numeric',
      value: '',
    });
  });

  it('leaves out attributes that are false or undefined', () => {
    expect(inputAttributes('code', { required: false, placeholder: undefined })).toEqual({
      type: 'text',
    });
  });

  it.each(['onfocus', 'ONFOCUS', 'style', 'id', 'name', 'formaction', 'form', 'list', 'src'])(
    'leaves out the attribute %s (E10)',
    (name) => {
      expect(inputAttributes('code', { [name]: 'x' })).toEqual({ type: 'text' });
    },
  );

  it.each(['dangerouslySetInnerHTML', 'children', 'ref', 'class', '"><script>'])(
    'leaves out %s, which the renderer would interpret (E10)',
    (name) => {
      expect(inputAttributes('code', { [name]: 'x' })).toEqual({ type: 'text' });
    },
  );

  it.each(['image', 'submit', 'file', 'reset', 'button', 'nonsense'])(
    'falls back to a text field for the type %s',
    (type) => {
      expect(inputAttributes('code', { type }).type).toBe('text');
    },
  );

  it('leaves out objects, arrays and null', () => {
    const input = JSON.parse('{"value":{"a":1},"placeholder":["x"],"type":null}');

    expect(inputAttributes('code', input)).toEqual({ type: 'text' });
  });

  it('sets `autocomplete` for password managers, unless the input sets it', () => {
    expect(inputAttributes('pin', { type: 'password' })['autocomplete']).toBe('current-password');
    expect(inputAttributes('mail', { type: 'email' })['autocomplete']).toBe('username');
    expect(inputAttributes('username', {})['autocomplete']).toBe('username');
    expect(inputAttributes('username', { autocomplete: 'off' })['autocomplete']).toBe('off');
  });
});
