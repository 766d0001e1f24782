/** Cancels the sign-in: the application receives `access_denied`. */
export function CancelButton() {
  return (
    <button class="secondary" type="submit" id="cancel" name="cancel" value="cancel">
      Cancel
    </button>
  );
}
