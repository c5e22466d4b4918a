/* Imprimir: offer only the paper sizes and the large print of the chosen sheet. Without this file the
   server refuses the others. */
"use strict";

const sheet = document.getElementById("id_sheet");
const paper = document.getElementById("id_paper");
const large = document.getElementById("id_large");

const offer = () => {
  const { papers = "", large: inLarge = "" } = sheet.selectedOptions[0]?.dataset ?? {};
  for (const option of paper.options) {
    option.hidden = option.disabled = !papers.split(" ").includes(option.value);
  }
  if (paper.selectedOptions[0]?.disabled) paper.value = papers.split(" ")[0];
  large.disabled = !inLarge.split(" ").includes(paper.value);
  if (large.disabled) large.checked = false;
};

if (sheet && paper && large) {
  sheet.addEventListener("change", offer);
  paper.addEventListener("change", offer);
  offer();
}
