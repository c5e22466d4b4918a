/* Buttons that copy the text beside them. Without this file people select the text. */
"use strict";

document.querySelectorAll("[data-copy]").forEach((button) => {
  const text = button.closest(".share").querySelector("textarea");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.value);
    } catch { // no permission, or plain http
      text.select();
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied;
  });
});
